'use client'

import { NextIntlClientProvider, useLocale, useMessages } from 'next-intl'
import { type ReactNode, useMemo } from 'react'
import type { Messages } from '@/lib/messages/catalog'

/** Adds messages, given as JSON, to those of the outer provider. */
export function MoreMessages({ messages, children }: { messages: string; children: ReactNode }) {
  const outer = useMessages()
  const all = useMemo(() => ({ ...outer, ...(JSON.parse(messages) as Partial<Messages>) }), [outer, messages])
  return (
    <NextIntlClientProvider locale={useLocale()} timeZone="UTC" messages={all}>
      {children}
    </NextIntlClientProvider>
  )
}
