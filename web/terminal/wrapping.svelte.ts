// Whether long lines of output are wrapped: one choice for every screen of this browser, remembered.
const KEY = 'pi-panel.terminal.wrap';

class Wrapping {
  isOn = $state(localStorage.getItem(KEY) !== 'off');

  toggle(): void {
    this.isOn = !this.isOn;
    localStorage.setItem(KEY, this.isOn ? 'on' : 'off');
  }
}

export const wrapping = new Wrapping();
