import { CircleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { describeProblem } from '@/components/factors/problem-texts'
import type { SignInProblem } from '@/lib/access/problems-model'

/** Why single sign-on sent the person back. */
export function SignInProblemNotice({ problem, issuerName }: { problem: SignInProblem; issuerName: string }) {
  const t = useTranslations('factors.problems')
  const { title, hint } = describeProblem(t, problem, issuerName)
  return (
    <div role="alert" className="mb-5 flex gap-2.5 rounded border border-bad/40 bg-bad-soft p-3 text-sm">
      <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-medium">{title}</p>
        <p className="mt-0.5">{hint}</p>
      </div>
    </div>
  )
}
