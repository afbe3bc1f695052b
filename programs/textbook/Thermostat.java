/**
 * A programmable thermostat: decides whether the heater is turned on, and for how long.
 */
public class Thermostat {

    private int currentTemperature;
    private int desiredTemperature = 20;
    private int threshold = 1;
    private int minutesSinceLastRun;
    private int minimumLag = 10;
    private boolean override;
    private int overrideTemperature = 20;
    private boolean away;
    private int frostLimit = 5;
    private int runMinutes;
    private boolean heaterOn;

    void setCurrentTemperature(int temperature) {
        currentTemperature = temperature;
    }

    void setDesiredTemperature(int temperature) {
        desiredTemperature = temperature;
    }

    void setThreshold(int difference) {
        threshold = difference;
    }

    void setLag(int sinceLastRun, int minimum) {
        minutesSinceLastRun = sinceLastRun;
        minimumLag = minimum;
    }

    void setOverride(boolean on, int temperature) {
        override = on;
        overrideTemperature = temperature;
    }

    void setAway(boolean isAway, int limit) {
        away = isAway;
        frostLimit = limit;
    }

    /** Turns the heater on or off by what has been set, and answers whether it is on. */
    boolean turnHeaterOn() {
        int deficit = desiredTemperature - currentTemperature;
        int overrideDeficit = overrideTemperature - currentTemperature;
        if ((!away && !override && deficit > threshold
                        || override && overrideDeficit > threshold
                        || away && currentTemperature < frostLimit)
                && minutesSinceLastRun > minimumLag) {
            runMinutes = (override ? overrideDeficit : deficit) * 3;
            heaterOn = true;
            return true;
        }
        runMinutes = 0;
        heaterOn = false;
        return false;
    }

    int getRunMinutes() {
        return runMinutes;
    }

    boolean isHeaterOn() {
        return heaterOn;
    }
}
