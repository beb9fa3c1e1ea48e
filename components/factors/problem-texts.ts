import { type SignInProblem, signInProblems } from '@/lib/access/problems-model'
import type { Translator } from '@/lib/messages/translator'

/** The problem that the address names, if Sightline knows it. */
export function readProblem(given: unknown): SignInProblem | null {
  return signInProblems.find((problem) => problem === given) ?? null
}

/** The default of OIDC_NAME, which does not fit into a sentence. */
const unnamed = 'single sign-on'

/** Why single sign-on sent a person back. `issuerName` is OIDC_NAME. */
export function describeProblem(
  t: Translator<'factors.problems'>,
  problem: SignInProblem,
  issuerName: string,
): { title: string; hint: string } {
  const isNamed = issuerName !== unnamed
  const values = { issuer: isNamed ? issuerName : t('issuer'), named: isNamed ? 'yes' : 'no' }
  return { title: t(`${problem}.title`, values), hint: t(`${problem}.hint`, values) }
}
