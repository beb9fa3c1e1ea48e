import { notFound } from 'next/navigation'
import { titled } from '@/app/page-title'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('shell.notFound.title')

/** Shows "page not found" inside the frame, so that navigation and palette still work. */
export default async function Page(): Promise<never> {
  await requirePageSession()
  notFound()
}
