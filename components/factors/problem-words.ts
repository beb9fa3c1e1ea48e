import { type SignInProblem, signInProblems } from '@/lib/access/schema'

interface Words {
  title: string
  hint: string
}

/** The reason in the address, when it is one of ours. */
export function readProblem(given: unknown): SignInProblem | null {
  return signInProblems.find((problem) => problem === given) ?? null
}

/** What a person reads when single sign-on brought them back. `issuerName` is OIDC_NAME. */
export function describeProblem(problem: SignInProblem, issuerName: string): Words {
  const name = issuerName === 'single sign-on' ? 'your identity provider' : issuerName
  const again = 'Try again. If it happens again, ask an admin of Sightline.'
  const words: Record<SignInProblem, Words> = {
    expired: { title: 'Signing in took too long', hint: 'Nothing was changed. Try again.' },
    state: {
      title: 'This was the answer to another sign-in',
      hint: 'Continue in the tab you used last, or try again.',
    },
    used: { title: 'This sign-in was already used', hint: 'Each sign-in works once. Try again.' },
    cancelled: { title: 'You did not finish signing in', hint: `Try again and finish the steps at ${name}.` },
    'issuer-down': { title: `${name} does not answer`, hint: 'Try again in a few minutes.' },
    'issuer-setup': {
      title: 'Single sign-on is not set up correctly',
      hint: 'Ask an admin of Sightline to check its settings.',
    },
    'issuer-mismatch': { title: `The answer did not come from ${name}`, hint: again },
    token: { title: `The answer of ${name} could not be trusted`, hint: again },
    'email-unverified': {
      title: 'Your email address is not verified',
      hint: `Verify it at ${name}, then try again.`,
    },
    domain: { title: 'Your email address is not from an allowed domain', hint: 'Sign in with your work account.' },
    disabled: { title: 'Your account is disabled', hint: 'Ask an admin of Sightline to enable it.' },
    'not-invited': { title: 'You do not have an account yet', hint: 'Ask an admin of Sightline to invite you.' },
    'already-linked': {
      title: 'Your email address belongs to another account',
      hint: `Another account at ${name} is linked to it. Ask an admin of Sightline.`,
    },
    'no-role': {
      title: 'You do not have access to Sightline',
      hint: `No group or role of yours at ${name} gives access. Ask an admin.`,
    },
    proof: {
      title: 'That did not confirm that it is you',
      hint: `Sign in at ${name} again with the account you use here.`,
    },
    unavailable: { title: 'Signing in does not work at the moment', hint: 'Try again in a few minutes.' },
  }
  const { title, hint } = words[problem]
  return { title: title.charAt(0).toUpperCase() + title.slice(1), hint }
}
