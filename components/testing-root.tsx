import { NextIntlClientProvider } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { createRoot as createReactRoot, type Root } from 'react-dom/client'
import { en } from '@/lib/testing/english'

export type { Root }

/** A language and its messages. */
export type Spoken = Pick<ComponentProps<typeof NextIntlClientProvider>, 'locale' | 'messages'>

const english: Spoken = { locale: 'en', messages: en }

/** What is around every page: the messages, in English unless `spoken` is another language. */
export function WithMessages({ children, spoken = english }: { children: ReactNode; spoken?: Spoken | undefined }) {
  return (
    <NextIntlClientProvider {...spoken} timeZone="UTC" onError={fail}>
      {children}
    </NextIntlClientProvider>
  )
}

function fail(error: Error): never {
  throw error
}

/** `createRoot` of React, whose children can read messages. */
export function createRoot(container: Element): Root {
  const root = createReactRoot(container)
  return {
    render: (children) => root.render(<WithMessages>{children}</WithMessages>),
    unmount: () => root.unmount(),
  }
}
