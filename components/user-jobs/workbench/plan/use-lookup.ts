'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { userJobCalls } from '@/lib/user-jobs/queries'
import type { Lookup } from './workbench-plan'

const emailsPerCall = 1_000

/**
 * Finds out, in portions, which of these emails belong to existing users. No email is requested twice while the page is
 * open.
 */
export function useLookup(emails: readonly string[]) {
  const known = useRef<Map<string, NonNullable<ReturnType<Lookup['get']>> | null>>(new Map())
  const [lookup, setLookup] = useState<Lookup>(new Map())
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(true)
  const [round, setRound] = useState(0)
  const key = useMemo(() => emails.join('\n'), [emails])

  useEffect(() => {
    const { signal, abort } = stoppable()
    const ask = async (_round: number) => {
      const open = key.split('\n').filter((email) => email !== '' && !known.current.has(email))
      setIsBusy(true)
      setError(null)
      try {
        for (let at = 0; at < open.length && !signal.aborted; at += emailsPerCall) {
          const asked = open.slice(at, at + emailsPerCall)
          // The portions are requested one after another, because requests are rate limited.
          // oxlint-disable-next-line no-await-in-loop -- see above
          const { users } = await userJobCalls.lookUp(asked)
          for (const email of asked) known.current.set(email, null)
          for (const user of users) known.current.set(user.email.trim().toLowerCase(), user)
          if (!signal.aborted) setLookup(new Map(known.current))
        }
      } catch (failure) {
        if (!signal.aborted) setError(failure)
      }
      if (signal.aborted) return
      setLookup(new Map(known.current))
      setIsBusy(false)
    }
    void ask(round)
    return abort
  }, [key, round])
  return { lookup, error, isBusy, retry: () => setRound((last) => last + 1) }
}

function stoppable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
