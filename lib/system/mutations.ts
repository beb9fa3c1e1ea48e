import 'server-only'
import { sync } from '@/lib/sync/instance'

/** Asks for a sync pass now. While one runs, another follows it. */
export function requestPass(): { requested: true } {
  sync().poke()
  return { requested: true }
}
