import { NextIntlClientProvider } from 'next-intl'
import type { ReactNode } from 'react'
import { createRoot as createReactRoot, type Root } from 'react-dom/client'
import { en } from '@/lib/testing/english'

export type { Root }

/** What is around every page: the messages, in English. */
export function WithMessages({ children }: { children: ReactNode }) {
  return (
    <NextIntlClientProvider locale="en" messages={en} timeZone="UTC" onError={fail}>
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
