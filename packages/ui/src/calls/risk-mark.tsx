// Risk as colour, icon and word together, so that no one of them has to be understood alone.
import type { Risk } from '@countersign/protocol'
import { ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

const STYLES = {
  LOW: { Icon: ShieldCheck, colours: 'bg-low-soft text-low' },
  MEDIUM: { Icon: ShieldAlert, colours: 'bg-medium-soft text-medium' },
  HIGH: { Icon: TriangleAlert, colours: 'bg-high-soft text-high' },
} as const

export function RiskMark({ risk }: { readonly risk: Risk }) {
  const { t } = useTranslation()
  const { Icon, colours } = STYLES[risk]
  return (
    <span className={`inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${colours}`}>
      <Icon size={12} aria-hidden />
      {t(`approvals.risk.${risk}`)}
    </span>
  )
}
