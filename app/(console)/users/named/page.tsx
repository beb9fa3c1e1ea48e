import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { requirePageSession } from '@/lib/auth/session'
import { userHref } from '@/lib/browser/routes'
import { findUserNamed } from '@/lib/users/data'

const charsMax = 500

/**
 * Redirects to the user with a name or an email address, because inspections have only the names of their authors, and
 * Training has only email addresses. If no user or several users have it, redirects to the list.
 */
export default async function Page({ searchParams }: PageProps<'/users/named'>) {
  await requirePageSession('user-jobs:read')
  const { name } = await searchParams
  const words = (typeof name === 'string' ? name : '').replaceAll('\0', '').slice(0, charsMax)
  const userId = await findUserNamed(words)
  // The cast is safe: only the query differs from the address of the list.
  redirect(userId === null ? (`/users?${new URLSearchParams({ q: words }).toString()}` as Route) : userHref(userId))
}
