import type { Ceremony, NewPasskeyAnswer, PasskeyAnswer } from '@/lib/factors/schema'
import { lateSchemas } from '../late/late-schemas'
import { ownText } from '../own-texts'

const schema = lateSchemas(() => import('@/lib/factors/schema'))

/** An error between browser and authenticator. `message` is written for the person. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  constructor(
    /** `aborted`: another ceremony replaced this one, which is not shown to the person. */
    readonly code: 'cancelled' | 'known' | 'address' | 'failed' | 'aborted',
    message: string,
  ) {
    super(message)
  }
}

type Options = Ceremony['options']

/** Converts options of the console's WebAuthn library to the type of its browser part, which checks them. */
function asLibraryOptions<Library>(options: Options): Library {
  return options as unknown as Library
}

function describe(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'AbortError') return new PasskeyError('aborted', ownText('passkey.replaced'))
  if (name === 'NotAllowedError') return new PasskeyError('cancelled', ownText('passkey.cancelled'))
  if (name === 'InvalidStateError') return new PasskeyError('known', ownText('passkey.known'))
  if (name === 'SecurityError') return new PasskeyError('address', ownText('passkey.address'))
  return new PasskeyError('failed', ownText('passkey.failed'))
}

/**
 * Asks the device for a new passkey.
 * @throws PasskeyError
 */
export async function makePasskey(options: Options): Promise<NewPasskeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const answer = await startRegistration({ optionsJSON: asLibraryOptions(options) })
    return (await schema('newPasskeyAnswer')()).parse(answer)
  } catch (error) {
    throw describe(error)
  }
}

/**
 * Asks the device to use a passkey.
 * @param how.isAutofill offers it among the suggestions of the email field, and waits until one is chosen
 * @throws PasskeyError
 */
export async function signWithPasskey(options: Options, how: { isAutofill?: boolean } = {}): Promise<PasskeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const answer = await startAuthentication({
      optionsJSON: asLibraryOptions(options),
      useBrowserAutofill: how.isAutofill === true,
    })
    return (await schema('passkeyAnswer')()).parse(answer)
  } catch (error) {
    throw describe(error)
  }
}

/** Whether the browser can offer passkeys in the email field. */
export async function canAutofillPasskeys(): Promise<boolean> {
  if (typeof window === 'undefined' || !('PublicKeyCredential' in window)) return false
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
  return browserSupportsWebAuthnAutofill()
}

/** Whether this browser, at this address, can use the passkeys of the console. */
export function canUsePasskeys(passkeyOrigin: string | null): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window && window.location.origin === passkeyOrigin
}
