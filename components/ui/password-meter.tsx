'use client'

import { useEffect, useState } from 'react'
import { judgePassword, type PasswordStrength, type PasswordVerdict } from '@/lib/auth/password-strength'
import { classNames } from '@/lib/browser/class-names'
import { useSettled } from '@/lib/browser/typed-text'

const typingPauseMs = 300
const words: Record<PasswordStrength, string> = { 0: 'Very weak', 1: 'Very weak', 2: 'Weak', 3: 'Good', 4: 'Strong' }

/** What the server will say of a password, once somebody pauses while typing it. Null before that. */
function useVerdict(password: string, email: string, name: string): PasswordVerdict | null {
  const settled = useSettled(password, typingPauseMs)
  const [judged, setJudged] = useState<{ password: string; verdict: PasswordVerdict } | null>(null)
  useEffect(() => {
    if (settled === '') return undefined
    let isGone = false
    const judge = async () => {
      const verdict = await judgePassword(settled, { email, name })
      if (!isGone) setJudged({ password: settled, verdict })
    }
    // The lists could not be loaded: the server still judges it.
    judge().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [settled, email, name])
  // While somebody types on, the last verdict stays: a meter that jumps to nothing says less.
  return password === '' ? null : (judged?.verdict ?? null)
}

/** How strong a new password is, and what to do. `id` is for `aria-describedby` of its field. */
export function PasswordMeter({
  id,
  password,
  owner: { email, name },
}: {
  id: string
  password: string
  owner: { email: string; name: string }
}) {
  const verdict = useVerdict(password, email, name)
  const filled = verdict === null ? 0 : Math.max(1, verdict.strength)
  const fill = verdict?.isAccepted === true ? 'bg-good' : filled > 1 ? 'bg-attention' : 'bg-bad'
  return (
    <div className="flex flex-col gap-1.5">
      <div aria-hidden className="grid grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span key={step} className={classNames('h-1 rounded-full', step <= filled ? fill : 'bg-raised')} />
        ))}
      </div>
      <p id={id} aria-live="polite" className="min-h-8 text-xs text-ink-muted">
        {verdict === null ? (
          'At least 12 characters. Four or more unrelated words work well.'
        ) : (
          <>
            <span className={classNames('font-medium', verdict.isAccepted ? 'text-good' : 'text-ink')}>
              {words[verdict.strength]}
            </span>
            {verdict.advice === null ? ' password' : `: ${verdict.advice}`}
          </>
        )}
      </p>
    </div>
  )
}
