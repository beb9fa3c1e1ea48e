'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { PageHeader } from '@/components/ui/page-header'
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs'
import { CollectionList, CourseList } from './courses'
import { Leaderboards } from './leaderboards'
import { Paths } from './paths'
import { Progress } from './progress'
import { Statistics } from './statistics'
import { Surveys } from './surveys'

const tabs = [
  ['courses', 'Courses', CourseList],
  ['collections', 'Collections', CollectionList],
  ['paths', 'Paths', Paths],
  ['leaderboards', 'Leaderboards', Leaderboards],
  ['statistics', 'Completion', Statistics],
  ['progress', 'Progress', Progress],
  ['surveys', 'Survey answers', Surveys],
] as const
const ofOneTab = ['page', 'open', 'q', 'days', 'until'] as const
const names = tabs.map(([name]) => name)

/** What the organization trains its people in, and how far they are. The open tab and its page are in the address. */
export function TrainingPage() {
  const [{ tab }, setAddress] = useQueryStates({
    tab: parseAsStringLiteral(names).withDefault('courses'),
    // Each tab has pages, words and open rows of its own: what one says of them is left behind with it.
    ...Object.fromEntries(ofOneTab.map((name) => [name, parseAsString])),
  })
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="Training"
        description="As far as the token’s owner may see it. Completion, progress and answers come from reports of the service that are up to two hours behind."
      />
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
        <TabList label="Training">
          {tabs.map(([name, label]) => (
            <Tab key={name} value={name}>
              {label}
            </Tab>
          ))}
        </TabList>
        {tabs.map(([name, , Content]) => (
          <TabPanel key={name} value={name}>
            {name === tab && <Content />}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  )
}
