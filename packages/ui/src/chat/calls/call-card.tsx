// One tool call: title, state, live output; when open its parameters and full result.
import { memo } from 'react'
import { useShortTitle } from '../../calls/use-call-title.ts'
import { useMirror } from '../../connection/project-context.ts'
import type { Call } from '../../mirror/calls/call.ts'
import { CallDetails } from './call-details.tsx'
import { CallHead } from './call-head.tsx'
import { CallNote } from './call-note.tsx'
import { LiveOutput } from './live-output.tsx'
import { useOpenCard } from './open-cards.ts'
import { useWholeCall } from './use-whole-call.ts'

export const CallCard = memo(({ id }: { readonly id: string }) => {
  const call = useMirror(({ calls }) => calls.get(id))
  return call ? <Card call={call} /> : null
})

function Card({ call }: { readonly call: Call }) {
  const [isOpen, setOpen] = useOpenCard(call.id)
  const whole = useWholeCall(call, isOpen)
  const title = useShortTitle()(call)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not
    <div role="group" aria-label={title} data-call={call.id} className="overflow-hidden rounded-lg border border-line bg-panel">
      <CallHead call={call} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      <CallNote call={call} />
      {!isOpen && call.status === 'executing' && call.output !== '' && (
        <div className="px-3 pb-2">
          <LiveOutput call={call} />
        </div>
      )}
      {isOpen && <CallDetails call={call} whole={whole} />}
    </div>
  )
}
