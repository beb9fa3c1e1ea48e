import { createContext, useContext } from 'react'
import type { Actor } from '@/lib/access/actor'
import { can, type Permission } from '@/lib/access/permissions'

/** Who is signed in; the frame gives it to everything inside. */
export const ActorContext = createContext<Actor | null>(null)

/** Whether the person may do that: what buttons are shown by. The server decides again. */
export function useMay(permission: Permission): boolean {
  const actor = useContext(ActorContext)
  return actor !== null && can(actor.role, permission)
}
