import { Component, type OnInit, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { type AddPlantResult, PlantStoreClient } from 'plant-store-client'

const baseUrl = new URLSearchParams(location.search).get('service') ?? ''
const show = ({ data, error }: AddPlantResult) =>
  data ? `${data.name} was added` : `refused: ${error.kind}`

@Component({
  selector: 'app-root',
  template: '<output>{{ added() }}</output><output>{{ refused() }}</output>',
})
class App implements OnInit {
  readonly added = signal('')
  readonly refused = signal('')

  async ngOnInit() {
    const plant = { id: 9007199254740993n, name: 'component' }
    const client = new PlantStoreClient({ baseUrl, accessToken: 'token' })
    this.added.set(show(await client.addPlant(plant)))
    const stranger = new PlantStoreClient({ baseUrl, accessToken: 'other' })
    this.refused.set(show(await stranger.addPlant(plant)))
  }
}

await bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] })
