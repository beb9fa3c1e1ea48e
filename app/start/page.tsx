import { redirect } from 'next/navigation'
import { headers } from 'next/headers'
import { listNavItems } from '@/components/shell/nav-items'
import { readAccountPreferences } from '@/lib/account/data'
import { requirePageSession } from '@/lib/auth/session'

/** The first page after sign-in: the person's start page, if their role may open it. */
export default async function StartPage() {
  const actor = await requirePageSession()
  const found = await readAccountPreferences(await headers())
  const page = listNavItems(actor.role).find(({ href }) => href === found?.stored?.startPage)
  redirect(page?.href ?? '/')
}
