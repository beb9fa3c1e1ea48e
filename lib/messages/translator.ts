import type { useTranslations } from 'next-intl'

/** Translates the messages of a noun, or of a group below it. Passed to functions outside of React. */
export type Translator<Noun extends NonNullable<Parameters<typeof useTranslations>[0]>> = ReturnType<
  typeof useTranslations<Noun>
>
