import { type JSX, render } from 'preact'
import { Footer, Header, Lost } from './frame.tsx'
import { Log } from './log.tsx'
import { follow, model } from './model.ts'
import { Plants } from './plants.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { Tools } from './tools.tsx'

const App = (): JSX.Element => (
  <>
    <a class="skip" href="#log-title">
      Skip to the requests
    </a>
    <Header />
    <Lost />
    <main class="container">
      <Log />
      <div class="side stack">
        <Tools />
        <Plants />
      </div>
    </main>
    <Footer />
    <Shortcuts />
  </>
)

model.commandLineToken = document.body.dataset.token
model.draw = () => render(<App />, document.body)
model.draw()
void follow()
