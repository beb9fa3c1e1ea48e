'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { answerProofWith } from '@/lib/browser/sign-in/proof'

const ProofForm = lazy(() => import('./proof-form'))

/** Part of the frame: opens when an API call needs a recent sign-in, and reports whether the person confirmed it. */
export function ProofDialog({ email }: { email: string }) {
  const [answer, setAnswer] = useState<{ give: (isProved: boolean) => void } | null>(null)
  useEffect(
    () =>
      answerProofWith(
        () =>
          new Promise<boolean>((resolve) => {
            setAnswer({
              give: (isProved) => {
                setAnswer(null)
                resolve(isProved)
              },
            })
          }),
      ),
    [],
  )
  return <Suspense>{answer !== null && <ProofForm email={email} onAnswer={answer.give} />}</Suspense>
}
