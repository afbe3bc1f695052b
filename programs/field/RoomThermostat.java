/** A thermostat with hysteresis and a night setback. */
public class RoomThermostat {
    private double target = 20.0;
    private final double band;
    private boolean heating;
    private int switches;

    public RoomThermostat(double band) {
        if (!(band > 0.0 && band <= 5.0)) {
            throw new IllegalArgumentException("band: " + band);
        }
        this.band = band;
    }

    public void setTarget(double target) {
        if (target < 5.0 || target > 30.0) {
            throw new IllegalArgumentException("target: " + target);
        }
        this.target = target;
    }

    double targetAt(int hour) {
        if (hour < 0 || hour > 23) {
            throw new IllegalArgumentException("hour: " + hour);
        }
        boolean night = hour >= 22 || hour < 6;
        return night ? Math.max(target - 3.5, 5.0) : target;
    }

    /** Tells the measured temperature; returns whether the heater is on. */
    public boolean update(double measured, int hour) {
        if (Double.isNaN(measured)) {
            heating = false;
            return false;
        }
        double wanted = targetAt(hour);
        boolean before = heating;
        if (measured < wanted - band / 2) {
            heating = true;
        } else if (measured > wanted + band / 2) {
            heating = false;
        }
        if (heating != before) {
            switches++;
        }
        return heating;
    }

    public int getSwitches() {
        return switches;
    }
}
