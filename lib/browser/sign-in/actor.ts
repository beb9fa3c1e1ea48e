import { createContext, useContext } from 'react'
import type { Actor } from '@/lib/access/actor'
import { can, type Permission } from '@/lib/access/permissions'

/** The signed-in person, provided by the frame to everything inside. */
export const ActorContext = createContext<Actor | null>(null)

/** Whether the person has a permission, to decide which buttons are shown. The server checks it again. */
export function useMay(permission: Permission): boolean {
  const actor = useContext(ActorContext)
  return actor !== null && can(actor.role, permission)
}
