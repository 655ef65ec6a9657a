// What the parts of a review get.
import type { BodyProps } from '../parts/body-props.ts'
import type { ReviewPreview } from './review-choice.ts'

export interface ReviewProps extends BodyProps {
  readonly preview: ReviewPreview
}
