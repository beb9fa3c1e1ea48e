'use client'

import { Eye, EyeOff } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type Ref, useId, useState } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { inputClass } from './field'
import { largeInputClass } from './large-field'

/** A labeled password input with a button that shows the typed text. `size` matches the fields around it. */
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
    </div>
  )
}
