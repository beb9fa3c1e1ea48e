import { LoaderCircle } from 'lucide-react'

/** Says "working" by motion only: what is working stands beside it in words. */
export function Spinner({ size = 16 }: { size?: number }) {
  return <LoaderCircle aria-hidden size={size} strokeWidth={1.75} className="animate-spin" />
}
