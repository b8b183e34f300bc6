// What the trial of services that fail once has found: each made verify say of plants what was not so.
import type { Hiccup } from './hiccups.ts'
import { type Faults, right } from './verified-service.ts'

const open = { invalid: 400, duplicates: 'added', id: undefined, takesNamesOnce: false } as const

export const found: [Faults, Hiccup, seed: number][] = [
  // Refuses a name that is taken, and an empty one, in one way.
  [
    {
      ...{ ...right, ...open, id: 'exact', takesNamesOnce: true },
      refusals: [{ field: 'name', trait: 'is empty', status: 409, words: 'plain' }],
    },
    { when: { from: 1, count: 1 }, failure: 500, isAfterAdding: true },
    0,
  ],
  // Two plants got one id.
  [
    { ...right, ...open, duplicates: 'first returned', id: 'exact', takesNamesOnce: true },
    { when: { from: 1, count: 4 }, failure: 500, isAfterAdding: false },
    0,
  ],
  [
    { ...right, ...open, duplicates: 'first returned' },
    { when: { from: 1, count: 2 }, failure: 400, isAfterAdding: false },
    0,
  ],
  // The first of two plants was refused once, and the second each time.
  [
    { ...right, ...open, invalid: 422, beyondInt32: 400 },
    { when: { share: 0.03, seed: 1716362240 }, failure: 400, isAfterAdding: false },
    0,
  ],
  // A plant that was refused once was one of those that are refused each time.
  [
    {
      ...{ ...right, ...open, invalid: 422 },
      refusals: [{ field: 'tag', trait: 'is empty', status: 400, words: 'plain' }],
    },
    { when: { from: 1, count: 2 }, failure: 400, isAfterAdding: false },
    0,
  ],
  // Names that verify itself had made up were what a refused plant had, and no other.
  [
    {
      ...{ ...right, ...open, invalid: 422 },
      refusals: [{ field: 'tag', trait: 'is empty', status: 400, words: 'plain' }],
    },
    { when: { share: 0.03, seed: 27 }, failure: 500, isAfterAdding: false },
    0,
  ],
  // What came once had the status of what comes each time, and another text.
  [
    { ...right, ...open, invalid: 500, id: 'exact' },
    { when: { share: 0.03, seed: 0 }, failure: 500, isAfterAdding: false },
    0,
  ],
  // The repeats failed, and in another way than what they repeated.
  [
    { ...right, ...open, invalid: 500, id: 'exact' },
    { when: { from: 232, count: 2 }, failure: 502, isAfterAdding: false },
    0,
  ],
  [
    { ...right, ...open, name: 'trim', invalid: 422, duplicates: 'refused', takesNamesOnce: true },
    { when: { from: 233, count: 4 }, failure: 500, isAfterAdding: false },
    0,
  ],
  // The first of two requests failed once, in the way of what is wrong each time.
  [
    { ...right, ...open, invalid: 500, beyondInt32: 500, takesNamesOnce: true },
    { when: { from: 12, count: 1 }, failure: 500, isAfterAdding: false },
    0,
  ],
  // What a plant meets that exists failed once, too.
  [
    { ...right, ...open, invalid: 422, duplicates: 'refused', id: 'exact' },
    { when: { share: 0.03, seed: 1769618413 }, failure: 500, isAfterAdding: true },
    0,
  ],
  // Every second request failed, and so the first of two each time it was sent after a plain plant.
  [
    { ...right, ...open, schemes: 'any' },
    { when: { every: 2 }, failure: 400, isAfterAdding: false },
    0,
  ],
  // Every third request failed, and so the second of two each time there was one plain plant between.
  [
    { ...right, ...open, duplicates: 'refused' },
    { when: { every: 3 }, failure: 400, isAfterAdding: false },
    1,
  ],
  // A scheme in lower case was refused as others are that are wrong.
  [
    { ...right, ...open, invalid: 422, duplicates: 'refused', id: 'exact', takesNamesOnce: true },
    { when: { share: 0.01, seed: 656574723 }, failure: 401, isAfterAdding: false },
    0,
  ],
  [
    { ...right, ...open, duplicates: 'first returned', takesNamesOnce: true },
    { when: { share: 0.01, seed: 0 }, failure: 'reset', isAfterAdding: false },
    0,
  ],
]
