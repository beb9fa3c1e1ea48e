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
export const noticeIcon = (kind: string): LucideIcon => icons[kind] ?? Bell
