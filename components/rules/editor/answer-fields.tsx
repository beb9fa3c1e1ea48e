'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronsUpDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { buttonClass } from '@/lib/browser/button-class'
import { TextField } from '@/components/ui/inputs/field'
import { Picker } from '@/components/ui/inputs/picker'
import type { PickerOption } from '@/components/ui/inputs/picker-option'
import { Select } from '@/components/ui/inputs/select'
import { SuggestField } from '@/components/ui/inputs/suggest-field'
import { ruleQueries } from '@/lib/rules/queries'
import type { QuestionList } from '@/lib/rules/schema'
import { answerTests, answerTextMax } from '@/lib/rules/values-model'
import { templateQueries } from '@/lib/templates/queries'
import { type AnswerDraft, isNumberTest, parseNumber } from './answer-draft'

type Change = (next: Partial<AnswerDraft>) => void

/** The question of a template that a rule is about, and how it has to be answered. */
export function AnswerFields({ answer, onChange }: { answer: AnswerDraft; onChange: Change }) {
  const t = useTranslations('rules.editor.answer')
  const templates = useQuery(templateQueries.list())
  const { template, question } = answer
  const questions = useQuery({ ...ruleQueries.questions(template?.id ?? ''), enabled: template !== null })
  const listed = questions.data?.questions ?? []
  const nameOf = ({ label }: { label: string | null }) => (label === null || label === '' ? t('unnamed') : label)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <PickedField
          label={t('template')}
          unchosen={t('chooseTemplate')}
          placeholder={t('findTemplate')}
          value={template === null ? null : { value: template.id, label: template.name }}
          options={(templates.data?.templates ?? []).map(({ templateId, name }) => ({
            value: templateId,
            label: name,
          }))}
          emptyText={t(templates.isPending ? 'loading' : 'none')}
          onChange={({ value, label }) =>
            value !== template?.id && onChange({ template: { id: value, name: label }, question: null })
          }
        />
        {template !== null && (
          <PickedField
            label={t('question')}
            unchosen={t('chooseQuestion')}
            placeholder={t('findQuestion')}
            value={question === null ? null : { value: question.key, label: nameOf(question) }}
            options={listed.map((one) => ({ value: one.question, label: nameOf(one) }))}
            emptyText={t(questions.isPending ? 'loading' : listed.length === 0 ? 'noQuestions' : 'none')}
            onChange={({ value }) =>
              onChange({ question: { key: value, label: listed.find((one) => one.question === value)?.label ?? '' } })
            }
          />
        )}
      </div>
      {question !== null && <ConditionFields answer={answer} questions={listed} onChange={onChange} />}
      <p className="text-sm text-ink-muted">{t('hint')}</p>
    </div>
  )
}

/** A button with what is chosen, which opens a list that is searched by typing. */
function PickedField({
  label,
  unchosen,
  placeholder,
  value,
  options,
  emptyText,
  onChange,
}: {
  label: string
  unchosen: string
  placeholder: string
  value: PickerOption | null
  options: readonly PickerOption[]
  emptyText: string
  onChange: (option: PickerOption) => void
}) {
  const text = value?.label ?? unchosen
  return (
    <Picker
      label={label}
      placeholder={placeholder}
      options={options}
      value={value === null ? [] : [value.value]}
      emptyText={emptyText}
      onChange={([next]) => {
        const found = options.find((option) => option.value === next)
        if (found !== undefined) onChange(found)
      }}
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${text}`}
          className={buttonClass('secondary', 'md', 'w-72 max-w-full border-line-strong px-2! font-normal')}
        >
          <span className="min-w-0 flex-1 truncate text-start">{text}</span>
          <ChevronsUpDown aria-hidden size={14} className="shrink-0 text-ink-muted" />
        </button>
      }
    />
  )
}

function ConditionFields({
  answer: { question, test, value },
  questions,
  onChange,
}: {
  answer: AnswerDraft
  questions: QuestionList['questions']
  onChange: Change
}) {
  const t = useTranslations('rules.editor.answer')
  const id = useId()
  const isNumber = isNumberTest(test)
  const known = questions.find((one) => one.question === question?.key)?.answers ?? []
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={t('test')}
        value={test}
        onChange={(next) => onChange({ test: next })}
        options={answerTests.map((one) => ({ value: one, label: t(`tests.${one}`) }))}
        className="max-w-52"
      />
      {isNumber ? (
        <TextField
          label={t('number')}
          value={value}
          maxLength={answerTextMax}
          inputMode="decimal"
          error={value.trim() !== '' && parseNumber(value) === null ? t('numberMissing') : undefined}
          onChange={(event) => onChange({ value: event.target.value })}
          className="w-72 max-w-full"
        />
      ) : (
        test !== 'failed' && (
          <div className="flex w-72 max-w-full flex-col gap-1">
            <label htmlFor={id} className="text-sm font-medium">
              {t('text')}
            </label>
            <SuggestField
              id={id}
              listLabel={t('text')}
              value={value}
              suggestions={known.length === 0 ? null : known}
              maxLength={answerTextMax}
              onChange={(next) => onChange({ value: next })}
            />
          </div>
        )
      )}
    </div>
  )
}
