'use client'

import { ArrowBigUpDash, Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type KeyboardEvent, type Ref, useId, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { inputClass } from './field'
import { largeInputClass } from './large-field'

/** A labeled password input with a button that shows the typed text. `size` should match the fields around it. */
export function PasswordField({
  label,
  size = 'md',
  ref,
  id: givenId,
  ...input
}: {
  label: string
  size?: 'md' | 'lg'
  ref?: Ref<HTMLInputElement>
} & Omit<ComponentProps<'input'>, 'type' | 'size' | 'ref' | 'className'>) {
  const t = useTranslations('common')
  const ownId = useId()
  const id = givenId ?? ownId
  const [isShown, setShown] = useState(false)
  const [hasCapsLock, setCapsLock] = useState(false)
  const readCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className={classNames('flex flex-col', size === 'lg' ? 'gap-1.5' : 'gap-1')}>
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        <input
          {...input}
          ref={ref}
          id={id}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={256}
          onKeyDown={readCapsLock}
          onKeyUp={readCapsLock}
          onBlur={() => setCapsLock(false)}
          className={classNames(size === 'lg' ? largeInputClass : inputClass, 'pe-11')}
        />
        <button
          type="button"
          aria-label={t('showPassword')}
          aria-pressed={isShown}
          aria-controls={id}
          onClick={() => setShown((shown) => !shown)}
          className={classNames(
            'absolute end-1 flex w-8 items-center justify-center rounded text-ink-muted hover:bg-raised hover:text-ink',
            size === 'lg' ? 'inset-y-1' : 'inset-y-0.5',
          )}
        >
          {isShown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
        </button>
      </div>
      <output className="flex items-center gap-1.5 text-xs text-attention empty:hidden">
        {hasCapsLock && (
          <>
            <ArrowBigUpDash aria-hidden size={14} className="shrink-0" />
            {t('capsLock')}
          </>
        )}
      </output>
    </div>
  )
}
