import { LoaderCircle } from 'lucide-react'

/** Shows activity by motion only; the text beside it says what is busy. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle aria-hidden size={size} strokeWidth={1.75} className="animate-spin" />
}
