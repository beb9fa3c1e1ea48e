'use client'

import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { IconButton } from './button'

const sizes = { sm: 'max-w-sm', md: 'max-w-xl', lg: 'max-w-4xl' } as const

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: string
  size?: keyof typeof sizes
  footer?: ReactNode
  children?: ReactNode
}

export function Dialog({ open, onOpenChange, title, description, size = 'md', footer, children }: DialogProps) {
  const t = useTranslations('common')
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          ref={popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? popup.current}
          className={classNames(
            'fixed top-[10dvh] left-1/2 z-40 flex max-h-[80dvh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-lg bg-surface text-ink shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
            sizes[size],
          )}
        >
          <header className="flex items-start gap-4 border-b border-line py-3 pe-2 ps-4">
            <div className="min-w-0 flex-1 py-1">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              {description !== undefined && (
                <Base.Description className="text-sm text-ink-muted">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<IconButton label={t('close')} icon={X} keys="escape" />} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
          {footer !== undefined && (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-4 py-3">{footer}</footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
