'use client'

import { useTranslations } from 'next-intl'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { PageHeader } from '@/components/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { CollectionList, CourseList } from './courses'
import { Leaderboards } from './leaderboards'
import { Paths } from './paths'
import { Progress } from './progress'
import { Statistics } from './statistics'
import { Surveys } from './surveys'

const tabs = [
  ['courses', CourseList],
  ['collections', CollectionList],
  ['paths', Paths],
  ['leaderboards', Leaderboards],
  ['statistics', Statistics],
  ['progress', Progress],
  ['surveys', Surveys],
] as const
const ofOneTab = [
  'page',
  'open',
  'row',
  'q',
  'days',
  'until',
  'sort',
  'groupBy',
  'columns',
  'person',
  'event',
  'course',
] as const
const names = tabs.map(([name]) => name)

/** Courses and the progress people make. The open tab and its page are in the address. */
export function TrainingPage() {
  const t = useTranslations('training')
  const [{ tab }, setAddress] = useQueryStates({
    tab: parseAsStringLiteral(names).withDefault('courses'),
    // Page, search and open row belong to one tab: another tab starts without them.
    ...Object.fromEntries(ofOneTab.map((name) => [name, parseAsString])),
  })
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader title={t('title')} about={<ConnectedAccountInfo of="training" />} description={t('description')} />
      <Tabs
        value={tab}
        onValueChange={(next) =>
          void setAddress({
            ...Object.fromEntries(ofOneTab.map((name) => [name, null])),
            tab: names.find((name) => name === next) ?? null,
          })
        }
        className="flex flex-col gap-4"
      >
        <TabList label={t('title')}>
          {tabs.map(([name]) => (
            <Tab key={name} value={name}>
              {t(`tabs.${name}`)}
            </Tab>
          ))}
        </TabList>
        {tabs.map(([name, Content]) => (
          <TabPanel key={name} value={name}>
            {name === tab && <Content />}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}
