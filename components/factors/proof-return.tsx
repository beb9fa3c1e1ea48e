'use client'

import { useEffect } from 'react'
import { useToast } from '@/components/ui/toast'
import { describeProblem, readProblem } from './problem-words'

/** Says why the issuer did not confirm who the person is, after it sent them back to the page they were on. */
export function ProofReturn() {
  const toast = useToast()
  useEffect(() => {
    const url = new URL(window.location.href)
    const problem = readProblem(url.searchParams.get('sign-in-problem'))
    if (problem === null) return
    url.searchParams.delete('sign-in-problem')
    window.history.replaceState(window.history.state, '', url)
    const { title, hint } = describeProblem(problem, 'single sign-on')
    toast.show({ tone: 'bad', title, description: hint })
  }, [toast])
  return null
}
