import { ArrowLeft } from 'lucide-react'
import Link from 'next/link'
import { peopleHref } from './links'

/** Above what is shown of people on a page of its own. */
export function BackToPeople() {
  return (
    <Link href={peopleHref} className="inline-flex items-center gap-1 self-start text-sm text-ink-muted hover:text-ink">
      <ArrowLeft aria-hidden size={14} strokeWidth={1.75} />
      People
    </Link>
  )
}
