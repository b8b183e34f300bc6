// A page that takes a file which also names the package, and uses nothing of it.
import { greeting } from './barrel'

document.title = greeting
