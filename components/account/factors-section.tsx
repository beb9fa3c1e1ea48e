'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { AddPasskey } from '@/components/factors/add-passkey'
import { AuthenticatorApp } from '@/components/factors/authenticator-app'
import { PasskeyRow } from '@/components/factors/passkey-row'
import { RecoveryCodes } from '@/components/factors/recovery-codes'
import { ListStates } from '@/components/ui/list-states'
import { canUsePasskeys } from '@/lib/browser/authenticator'
import { factorQueries } from '@/lib/factors/queries'
import type { Factors } from '@/lib/factors/schema'
import { AccountSection } from './account-section'

const never = () => () => undefined

/** Second factor and passkeys of the person. */
export function FactorsSection() {
  const query = useQuery(factorQueries.own())
  return (
    <AccountSection
      id="factors"
      title="Second factor and passkeys"
      description={
        query.data?.isRequired === true
          ? 'Your organization requires a second factor beside your password.'
          : 'With a second factor your password alone does not sign anybody in.'
      }
    >
      <ListStates query={query} title="Your second factors could not be loaded" />
      {query.data !== undefined && <FactorList factors={query.data} />}
    </AccountSection>
  )
}

function FactorList({ factors }: { factors: Factors }) {
  const { passkeys, totpSince, recoveryCodesLeft } = factors
  const hasFactor = passkeys.length > 0 || totpSince !== null
  return (
    <>
      <div className="divide-y divide-line border-b border-line">
        <AuthenticatorApp factors={factors} />
        {hasFactor && <RecoveryCodes left={recoveryCodesLeft} />}
        {passkeys.map((passkey) => (
          <PasskeyRow
            key={passkey.credentialId}
            passkey={passkey}
            isLastFactor={passkeys.length === 1 && totpSince === null}
          />
        ))}
      </div>
      <PasskeyFooter factors={factors} hasFactor={hasFactor} />
    </>
  )
}

/** Adds a passkey, or says why there can be none here. */
function PasskeyFooter({ factors: { passkeys, passkeyOrigin }, hasFactor }: { factors: Factors; hasFactor: boolean }) {
  const isPossible = useSyncExternalStore(
    never,
    () => canUsePasskeys(passkeyOrigin),
    () => true,
  )
  if (isPossible)
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddPasskey isFirstFactor={!hasFactor} />
        {passkeys.length === 0 && (
          <p className="min-w-0 flex-1 basis-56 text-sm text-ink-muted">
            No passkeys yet. A passkey signs you in with your fingerprint, face, PIN or security key.
          </p>
        )}
      </div>
    )
  if (passkeyOrigin === null)
    return (
      <p className="mt-4 text-sm text-ink-muted">
        Passkeys need a host name. This console is opened by an IP address, so it can have none.
      </p>
    )
  return (
    <p className="mt-4 text-sm text-ink-muted">
      To add a passkey, open Sightline at{' '}
      <a href={`${passkeyOrigin}/settings/account#factors`} className="text-accent-ink underline underline-offset-4">
        {passkeyOrigin}
      </a>{' '}
      in a browser that supports passkeys. They work at this address only.
    </p>
  )
}
