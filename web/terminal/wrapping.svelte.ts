// Whether long lines of output are wrapped: one setting for every screen, stored by the browser.
const KEY = 'pi-panel.terminal.wrap';

class Wrapping {
  isOn = $state(localStorage.getItem(KEY) !== 'off');

  toggle(): void {
    this.isOn = !this.isOn;
    localStorage.setItem(KEY, this.isOn ? 'on' : 'off');
  }
}

export const wrapping = new Wrapping();
