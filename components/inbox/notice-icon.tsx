import {
  AtSign,
  Bell,
  CalendarClock,
  FileDown,
  type LucideIcon,
  RefreshCwOff,
  TriangleAlert,
  UserRoundCheck,
  Users,
  Zap,
} from 'lucide-react'
import { classNames } from '@/lib/browser/class-names'

const icons: Readonly<Record<string, LucideIcon>> = {
  mention: AtSign,
  assignment: UserRoundCheck,
  due: CalendarClock,
  rule: Zap,
  import: Users,
  export: FileDown,
  conflict: TriangleAlert,
  trouble: RefreshCwOff,
}

/** The icon of a kind of notice. A kind that this version does not know has a bell. */
export function NoticeIcon({ kind }: { kind: string }) {
  const Icon = icons[kind] ?? Bell
  return (
    <span
      className={classNames(
        'mt-0.5 inline-flex size-7 shrink-0 items-center justify-center rounded-full',
        kind === 'trouble' || kind === 'conflict' ? 'bg-attention-soft text-attention' : 'bg-raised text-ink-muted',
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} />
    </span>
  )
}
