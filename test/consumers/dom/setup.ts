import { configure } from '@testing-library/react'

configure({ asyncUtilTimeout: 30_000 }) // for slow machines
