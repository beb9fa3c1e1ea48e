'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { judgePassword, passwordLengths, type PasswordVerdict } from '@/lib/auth/password-strength'
import { classNames } from '@/lib/browser/class-names'
import { useSettled } from '@/lib/browser/typed-text'

const typingPauseMs = 300

/** The server's verdict on a password, predicted when typing pauses. Null before that. */
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
    // If the lists of passwords and words could not be loaded, the server still checks the password.
    judge().catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [settled, email, name])
  // The last verdict stays while typing continues, because an empty meter would be less helpful.
  return password === '' ? null : (judged?.verdict ?? null)
}

/** Shows how strong a new password is and how to improve it. `id` is for `aria-describedby` of its field. */
export function PasswordMeter({
  id,
  password,
  owner: { email, name },
}: {
  id: string
  password: string
  owner: { email: string; name: string }
}) {
  const t = useTranslations('common.passwordMeter')
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
        {verdict === null ? t('hint', { min: passwordLengths.min }) : <Verdict verdict={verdict} />}
      </p>
    </div>
  )
}

const boldGood = (chunks: ReactNode) => <span className="font-medium text-good">{chunks}</span>
const bold = (chunks: ReactNode) => <span className="font-medium text-ink">{chunks}</span>

function Verdict({ verdict: { strength, issue } }: { verdict: PasswordVerdict }) {
  const t = useTranslations('common.passwordMeter')
  if (issue === null) return t.rich(strength === 4 ? 'strong' : 'good', { b: boldGood })
  const advice = t(`advice.${issue}`, passwordLengths)
  return t.rich(strength === 2 ? 'weak' : 'veryWeak', { b: bold, advice })
}
