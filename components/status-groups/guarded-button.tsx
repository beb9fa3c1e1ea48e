'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, useId } from 'react'
import { Button } from '@/components/ui/button'
import { Tip } from '@/components/ui/tooltip'
import { useMay } from '@/lib/browser/sign-in/actor'
import { classNames } from '@/lib/browser/class-names'
import type { Reach } from '@/lib/status-groups/schema'
import { describeRefusal } from '@/lib/status-groups/view'

/** Why this person cannot change status groups; null if they can. */
export function useWriteRefusal(reach: Pick<Reach, 'areWritesRefused'> | undefined): string | null {
  return describeRefusal(useTranslations('status.refusal'), useMay('status-groups:write'), reach)
}

/** A button that says why it is disabled. It stays focusable, so that its reason is read with it. */
export function GuardedButton({ refusal, ...button }: { refusal: string | null } & ComponentProps<typeof Button>) {
  const id = useId()
  if (refusal === null) return <Button {...button} />
  const { onClick: _onClick, disabled: _disabled, className, ...rest } = button
  return (
    <>
      <Tip content={<span className="block max-w-72">{refusal}</span>}>
        <Button
          {...rest}
          aria-disabled
          aria-describedby={id}
          className={classNames('aria-disabled:cursor-not-allowed aria-disabled:opacity-50', className)}
        />
      </Tip>
      <span id={id} className="sr-only">
        {refusal}
      </span>
    </>
  )
}
