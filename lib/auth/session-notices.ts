import 'server-only'
import type { Database, Listening } from '@/lib/db/types'
import type { SessionStore } from './session-store'

/** Triggers of migration 0013 notify this channel in the transaction that ends a session or changes a person. */
const channel = 'sightline_sessions'

/**
 * Drops cached data of sessions and people that other consoles change. The next request then reads the row, and open
 * streams check their session.
 */
export function listenForSessionNotices(
  db: Pick<Database, 'listen'>,
  sessions: Pick<SessionStore, 'forgetSession' | 'forgetUser' | 'forgetAll'>,
): Listening {
  return db.listen(channel, {
    heard: (payload) => {
      const [, kind, id = ''] = /^(session|user) (.+)$/.exec(payload) ?? []
      if (kind === 'session') sessions.forgetSession(id)
      else if (kind === 'user') sessions.forgetUser(id)
    },
    missed: () => sessions.forgetAll(),
  })
}
