import { notFound } from 'next/navigation'
import { titled } from '@/app/page-title'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('shell.notFound.title')

/** An address that no page has, inside the frame: navigation and palette still work. */
export default async function Page(): Promise<never> {
  await requirePageSession()
  notFound()
}
