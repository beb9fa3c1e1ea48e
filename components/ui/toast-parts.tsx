'use client'

import { Toast } from '@base-ui/react/toast'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { type Tone, toneIcons } from './badge'
import { IconButton } from './button'
import type { ToastQueue } from './toast-queue'

/** The corner that shows the notices of `queue`. */
export function Toasts({ queue }: { queue: ToastQueue }) {
  const t = useTranslations('common')
  return (
    <Toast.Provider limit={3}>
      <Drain queue={queue} />
      <Toast.Portal>
        <Toast.Viewport
          data-toasts
          aria-label={t('messages')}
          className="fixed end-4 bottom-[calc(4rem+var(--foot-height,0px)+var(--card-height,0px))] z-60 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2 sm:bottom-[calc(1rem+var(--foot-height,0px)+var(--card-height,0px))]"
        >
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Drain({ queue }: { queue: ToastQueue }) {
  const { add, close } = Toast.useToastManager()
  useEffect(
    () =>
      queue.drain(({ tone = 'neutral', title, description, action }) => {
        const id = add({
          title,
          description,
          type: tone,
          // Errors are announced at once and stay until they are closed.
          priority: tone === 'bad' ? 'high' : 'low',
          timeout: tone === 'bad' ? 0 : 6000,
          ...(action === undefined
            ? {}
            : {
                actionProps: {
                  children: action.label,
                  // Closed when the action is used, because people would press an "Undo" that stays again.
                  onClick: () => {
                    close(id)
                    action.onClick()
                  },
                },
              }),
        })
      }),
    [queue, add, close],
  )
  return null
}

const toneText: Record<string, string> = {
  good: 'text-good',
  attention: 'text-attention',
  bad: 'text-bad',
  unknown: 'text-unknown',
  accent: 'text-accent-ink',
}

function ToastList() {
  const t = useTranslations('common')
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const Icon = toneIcons[(toast.type ?? 'neutral') as Tone]
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection={['right', 'down']}
        // A hidden copy is announced as an alert. The visible toast must stay reachable by keyboard, so it is not hidden,
        // and it must not be announced a second time, neither as a status nor as another alert.
        aria-hidden={undefined}
        {...(toast.priority === 'high' ? { role: 'dialog', 'aria-live': 'off' as const } : {})}
        className="rounded bg-surface text-ink shadow-float transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-2 py-2 pe-1 ps-3">
          {Icon !== null && (
            <Icon
              aria-hidden
              size={16}
              strokeWidth={2}
              className={`mt-1.5 shrink-0 ${toneText[toast.type ?? ''] ?? ''}`}
            />
          )}
          <div className="min-w-0 flex-1 py-1 text-sm">
            <Toast.Title className="font-medium" />
            <Toast.Description className="wrap-break-word text-ink-muted" />
            <Toast.Action className="mt-1 font-medium text-accent-ink underline-offset-2 hover:underline empty:hidden" />
          </div>
          {/* Toasts are listed below each other. A stack would cover this button. */}
          <Toast.Close aria-hidden={undefined} render={<IconButton label={t('dismiss')} icon={X} size="sm" />} />
        </Toast.Content>
      </Toast.Root>
    )
  })
}
