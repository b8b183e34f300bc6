import { AddPlantForm } from './add-plant-form.tsx'

export default function Page() {
  return <AddPlantForm />
}
