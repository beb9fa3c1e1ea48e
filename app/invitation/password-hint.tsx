'use client'

import { useEffect, useState } from 'react'
import { judgePassword, type PasswordVerdict } from '@/lib/auth/password-strength'
import { useSettled } from '@/lib/browser/typed-text'

const typingPauseMs = 300

/** What the server will say of the password, while it is typed. */
export function PasswordHint({ password, email, name }: { password: string; email: string; name: string }) {
  const settled = useSettled(password, typingPauseMs)
  const [judged, setJudged] = useState<{ password: string; verdict: PasswordVerdict } | null>(null)
  useEffect(() => {
    if (settled === '') return undefined
    let isGone = false
    const judge = async () => {
      const verdict = await judgePassword(settled, { email, name })
      if (!isGone) setJudged({ password: settled, verdict })
    }
    // Offline: the server still judges it.
    judge().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [settled, email, name])
  const verdict = judged !== null && judged.password === password ? judged.verdict : null
  const isGood = verdict?.isAccepted === true
  return (
    <p id="password-hint" aria-live="polite" className={isGood ? 'text-sm text-good' : 'text-sm text-ink-muted'}>
      {isGood
        ? 'Strong password'
        : (verdict?.advice ?? 'At least 12 characters. Four or more unrelated words work well.')}
    </p>
  )
}
