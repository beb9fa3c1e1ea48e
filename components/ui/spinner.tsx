import { LoaderCircle } from 'lucide-react'

/** Shows activity by motion only. The text beside it says what is in progress. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle aria-hidden size={size} strokeWidth={1.75} className="animate-spin" />
}
