'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useSyncExternalStore } from 'react'
import { AddPasskey } from '@/components/factors/add-passkey'
import { AuthenticatorApp } from '@/components/factors/authenticator-app'
import { PasskeyRow } from '@/components/factors/passkey-row'
import { RecoveryCodes } from '@/components/factors/recovery-codes'
import { ListStates } from '@/components/ui/lists/list-states'
import { addressOf } from '@/lib/base-path'
import { canUsePasskeys } from '@/lib/browser/sign-in/authenticator'
import { factorQueries } from '@/lib/factors/queries'
import type { Factors } from '@/lib/factors/schema'
import { AccountSection } from './account-section'

const never = () => () => undefined

/** The person's second factor and passkeys. */
export function FactorsSection() {
  const t = useTranslations('account.factors')
  const query = useQuery(factorQueries.own())
  return (
    <AccountSection
      id="factors"
      title={t('title')}
      description={t(query.data?.isRequired === true ? 'required' : 'optional')}
    >
      <ListStates query={query} title={t('loadFailed')} />
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
            hasPassword={factors.hasPassword}
          />
        ))}
      </div>
      <PasskeyFooter factors={factors} hasFactor={hasFactor} />
    </>
  )
}

/** Adds a passkey, or says why passkeys do not work at this address. */
function PasskeyFooter({
  factors: { passkeys, passkeyOrigin, hasPassword },
  hasFactor,
}: {
  factors: Factors
  hasFactor: boolean
}) {
  const t = useTranslations('account.factors')
  const isPossible = useSyncExternalStore(
    never,
    () => canUsePasskeys(passkeyOrigin),
    () => true,
  )
  if (isPossible)
    return (
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <AddPasskey isFirstFactor={!hasFactor && hasPassword} />
        {passkeys.length === 0 && <p className="min-w-0 flex-1 basis-56 text-sm text-ink-muted">{t('noPasskeys')}</p>}
      </div>
    )
  if (passkeyOrigin === null) return <p className="mt-4 text-sm text-ink-muted">{t('noHost')}</p>
  const link = (chunks: ReactNode) => (
    <a
      href={passkeyOrigin + addressOf('/settings/account#factors')}
      className="text-accent-ink underline underline-offset-4"
    >
      {chunks}
    </a>
  )
  return <p className="mt-4 text-sm text-ink-muted">{t.rich('elsewhere', { origin: passkeyOrigin, link })}</p>
}
