/** The organization's courses, by collection. A star marks mandatory ones. */
export const curriculum: ReadonlyArray<{ title: string; description: string; courses: readonly string[] }> = [
  {
    title: 'Warehouse safety',
    description: 'For everybody who works between the racks.',
    courses: [
      'Manual handling*',
      'Racking inspection basics',
      'Forklift daily checks',
      'Pedestrians and vehicles*',
      'Working at height',
      'Loading bay discipline',
      'Battery charging areas',
    ],
  },
  {
    title: 'Food and kitchens',
    description: 'Hygiene from delivery to plate.',
    courses: [
      'Food hygiene level 2',
      'Allergens',
      'Temperature control',
      'Cleaning schedules',
      'Pest awareness',
      'Knife safety',
    ],
  },
  {
    title: 'Fire and first aid',
    description: 'What to do in the first minutes.',
    courses: [
      'Fire awareness*',
      'Fire warden duties',
      'First aid at work',
      'Using an extinguisher',
      'Evacuation drills',
      'Defibrillator basics',
      'Burns and scalds',
    ],
  },
  {
    title: 'Welcome to Harrow & Quill',
    description: 'The first weeks.',
    courses: [
      'Your first day*',
      'How we report near misses*',
      'Data protection*',
      'Respect at work*',
      'Using the inspection app',
      'Who is who',
    ],
  },
  {
    title: 'Transport',
    description: 'Drivers, vans and loads.',
    courses: [
      'Van walk-round checks',
      'Load securing',
      'Driver hours',
      'Reversing and banksmen',
      'Winter driving',
      'Dangerous goods awareness',
      'Eco driving',
    ],
  },
  {
    title: 'Leading a site',
    description: 'For site managers and team leads.',
    courses: [
      'Running a toolbox talk',
      'Investigating an incident',
      'Contractor control',
      'Risk assessment',
      'Inspection quality',
      'Coaching conversations',
      'Audit preparation',
    ],
  },
]

export const pathPlans: ReadonlyArray<readonly [title: string, courses: readonly string[]]> = [
  ['New starter', ['Your first day', 'Fire awareness', 'Manual handling', 'Data protection', 'Respect at work']],
  ['Forklift operator', ['Pedestrians and vehicles', 'Forklift daily checks', 'Battery charging areas']],
  ['Kitchen team', ['Food hygiene level 2', 'Allergens', 'Temperature control', 'Knife safety']],
  ['Driver', ['Van walk-round checks', 'Load securing', 'Driver hours', 'Winter driving']],
  ['Fire warden', ['Fire awareness', 'Fire warden duties', 'Using an extinguisher', 'Evacuation drills']],
  ['Site manager', ['Risk assessment', 'Contractor control', 'Investigating an incident', 'Inspection quality']],
]

export const lessonTitles = [
  'Why it matters',
  'What the rules say',
  'Spot the hazard',
  'Step by step',
  'Common mistakes',
  'When something goes wrong',
  'A case from Leeds',
  'Check your knowledge',
] as const

export const slideKinds = ['title', 'text', 'image', 'video', 'multiple-choice', 'true-false', 'survey'] as const

export const surveyQuestions: ReadonlyArray<readonly [question: string, answers: readonly string[]]> = [
  ['How useful was this lesson?', ['Very useful', 'Useful', 'Hardly useful', 'Not useful']],
  ['How much of it was new to you?', ['All of it', 'Most of it', 'A little', 'Nothing']],
  ['Could you do this on your own now?', ['Yes', 'With some help', 'No']],
]

/** The first answer is correct. */
export const quizQuestions: ReadonlyArray<readonly [question: string, answers: readonly string[]]> = [
  ['Where do you report a near miss?', ['In the app, at once', 'At the end of the month', 'Nowhere, nothing happened']],
  ['A rack upright is bent by more than 5 mm. What now?', ['Offload and cordon off', 'Tape it', 'Load it lighter']],
  ['Who may move a person hurt in a fall?', ['Nobody, unless there is danger', 'Any colleague', 'The forklift driver']],
  ['Chilled goods arrive at 9 °C.', ['Refuse them', 'Put them in the freezer', 'Sell them first']],
  ['The horn of a truck is silent.', ['Take it out of service', 'Drive slowly', 'Shout instead']],
  ['A fire door is wedged open.', ['Close it and tell the warden', 'Leave it', 'Lock it']],
]
