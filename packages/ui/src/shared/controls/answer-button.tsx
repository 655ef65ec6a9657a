// A button that answers. Until it is ready it can be focused and read, but does nothing; a key held down answers once.
import { Button, type ButtonProps } from './button.tsx'

export interface AnswerButtonProps extends ButtonProps {
  readonly isReady: boolean
  readonly onAnswer: () => void
}

export function AnswerButton({ isReady, onAnswer, className = '', ...rest }: AnswerButtonProps) {
  return (
    <Button
      aria-disabled={!isReady}
      className={`aria-disabled:cursor-not-allowed aria-disabled:opacity-50 ${className}`}
      onKeyDown={(event) => event.repeat && event.key !== 'Tab' && event.preventDefault()}
      onClick={() => isReady && onAnswer()}
      {...rest}
    />
  )
}
