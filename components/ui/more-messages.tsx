'use client'

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import { type ComponentProps, type ReactNode, useMemo } from 'react'

type SomeMessages = NonNullable<ComponentProps<typeof NextIntlClientProvider>['messages']>

/** Adds messages to those of the outer provider. */
export function MoreMessages({ messages, children }: { messages: SomeMessages; children: ReactNode }) {
  const outer = useMessages()
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages])
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone="UTC" messages={all}>
      {children}
    </NextIntlClientProvider>
  )
}
