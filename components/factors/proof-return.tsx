'use client'

import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeProblem, readProblem } from './problem-texts'

/** Says why the identity provider did not confirm the person, after it sent them back to the page. */
export function ProofReturn() {
  const t = useTranslations('factors.problems')
  const toast = useToast()
  useEffect(() => {
    const url = new URL(window.location.href)
    const problem = readProblem(url.searchParams.get('sign-in-problem'))
    if (problem === null) return
    url.searchParams.delete('sign-in-problem')
    window.history.replaceState(window.history.state, '', url)
    const { title, hint } = describeProblem(t, problem, 'single sign-on')
    toast.show({ tone: 'bad', title, description: hint })
  }, [toast, t])
  return null
}
