import 'server-only'
import type { AuthOptions } from 'next-auth'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { AuthContext } from './context'
import { cookieNames, cookieOptions } from './cookies'
import { sessionLimits } from './session-rows'
import { verifyCredentials } from './accounts'

export interface SignInFrom {
  address: string
  agent: string
  /**
   * Session id of the cookie that came with the attempt. This session ends when the attempt succeeds, so that a sign-in
   * never leaves an older session behind.
   */
  previousSid: string | null
  /** Whether the password is enough without a second factor. Called before the session exists. */
  isEnough?: (userId: string) => Promise<boolean>
  /** Called with the person once the session exists. */
  onSession?: (session: { userId: string; sid: string }) => void
}

/**
 * next-auth's options for one request. Its token only contains the ids of person and session; all other data is read
 * from the database. Sightline limits attempts and checks origin and session outside of next-auth.
 */
export function createAuthOptions(auth: AuthContext, from: SignInFrom, onError: (error: unknown) => void): AuthOptions {
  let epoch: number | undefined
  return {
    secret: auth.secret,
    session: { strategy: 'jwt', maxAge: sessionLimits.absoluteMs / 1000 },
    jwt: { maxAge: sessionLimits.absoluteMs / 1000 },
    useSecureCookies: true,
    pages: { signIn: '/sign-in', signOut: '/sign-in', error: '/sign-in', verifyRequest: '/sign-in', newUser: '/' },
    cookies: {
      sessionToken: { name: cookieNames.session, options: cookieOptions },
      csrfToken: { name: cookieNames.csrf, options: cookieOptions },
      callbackUrl: { name: cookieNames.callback, options: cookieOptions },
    },
    providers: [
      CredentialsProvider({
        name: 'password',
        credentials: { email: {}, password: {} },
        async authorize(credentials) {
          // next-auth would put errors that are thrown here into a URL and report a wrong password.
          try {
            const person = await verifyCredentials(auth.db, credentials?.email ?? '', credentials?.password ?? '')
            if (person === null || (await from.isEnough?.(person.userId)) === false) return null
            epoch = person.epoch
            return { id: person.userId }
          } catch (error) {
            onError(error)
            return null
          }
        },
      }),
    ],
    callbacks: {
      async jwt({ token, user }) {
        // `user` is only defined at sign-in, although its type says otherwise.
        const signedIn: { id: string } | undefined = user
        if (signedIn === undefined) return token
        if (from.previousSid !== null) await auth.sessions.end(from.previousSid)
        const sid = await auth.sessions.create(signedIn.id, { ...from, epoch })
        from.onSession?.({ userId: signedIn.id, sid })
        return { sub: signedIn.id, sid }
      },
      // Our page decides where to go next, never a parameter.
      redirect: ({ baseUrl }) => baseUrl,
    },
    logger: { error: (_code, metadata) => onError(metadata), warn: () => undefined, debug: () => undefined },
  }
}
